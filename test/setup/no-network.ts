import nock from 'nock';
import { afterEach, beforeAll } from 'vitest';

beforeAll(() => {
  // A file before this one may have wanted real sockets.
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
  nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);
});

afterEach(() => {
  nock.cleanAll();
});
