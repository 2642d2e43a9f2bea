/* The one part of undici that dotaf uses; its index would bring five times as much along. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';

  export default Agent;
}
