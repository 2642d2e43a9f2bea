/* The one part of undici that dotaf uses; its index would bring five times as much along. */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export default Pool;
}
