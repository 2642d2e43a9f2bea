import nock from 'nock';
import { afterEach, beforeAll } from 'vitest';

beforeAll(() => {
  // An earlier test file may have restored the real sockets.
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);
});

afterEach(() => {
  nock.cleanAll();
});
