#!/usr/bin/env node
import { leave, main, processSurroundings } from '../dist/dotaf.js';

leave(await main(process.argv.slice(2), processSurroundings()));
