import nock from 'nock';
import { afterEach, beforeAll } from 'vitest';

beforeAll(() => {
  nock.disableNetConnect();
  nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[?::1\]?)(:\d+)?$/);
});

afterEach(() => {
  nock.cleanAll();
  if (!nock.isActive()) nock.activate();
});
