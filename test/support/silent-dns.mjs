/* Runs a command beside a DNS server that never answers, and prints the types of its queries. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeSync } from 'node:fs';

const queryTypes = new Set();
const server = createSocket('udp4');
// The query type follows the name, which starts after the 12-byte header and ends with a zero.
server.on('message', (query) => queryTypes.add(query.readUInt16BE(query.indexOf(0, 12) + 1)));
server.bind(53, '127.0.0.53', () => {
  const [command, ...argv] = process.argv.slice(2);
  const child = spawn(command, argv, { stdio: 'inherit' });
  child.once('close', (code) => {
    writeSync(1, `asked for ${[...queryTypes].join(' and ')}\n`);
    server.close();
    process.exitCode = code;
  });
});
