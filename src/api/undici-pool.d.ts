/* The only undici module that dotaf imports; all of undici would load five times as much code. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export default Pool;
}
