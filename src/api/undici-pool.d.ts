/*
 * Declares the only undici module that dotaf uses. Importing the whole of undici would load five
 * times as much code.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  export default Pool;
}
