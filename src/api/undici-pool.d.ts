/* The only undici module that dotaf imports: all of undici is five times as much code to load. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export default Pool;
}
