/* The only part of undici that dotaf uses; undici's index would load five times as much code. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export default Pool;
}
