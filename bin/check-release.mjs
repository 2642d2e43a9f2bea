import { readFileSync } from 'node:fs';

/* Run by the release workflow before anything else: says in a sentence what stands in the way. */

const { version, repository, homepage, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_REF_NAME } = process.env;
const home = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
const problems = [];
if (GITHUB_REF_NAME !== `v${version}`)
  problems.push(`the tag is ${GITHUB_REF_NAME}, but package.json has version ${version}`);
// npm accepts a version from a workflow only if the package names the repository of the workflow.
if (repository?.url !== home)
  problems.push(`package.json has no home yet: set repository.url to ${home}`);
if (homepage === undefined || bugs === undefined)
  problems.push('package.json has no home yet: set homepage and bugs');
for (const problem of problems) process.stdout.write(`::error::${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
