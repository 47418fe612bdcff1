import { runDemo } from './demo.ts'
import { startDevServer } from './dev-server.ts'

const parentCheckMs = 1000

/** Runs `npm run dev`: the demo with hot module replacement in the browser and a server that restarts on changes. */
const parent = process.ppid
// Ends when npm is killed or the terminal is closed.
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, parentCheckMs).unref()
await runDemo(startDevServer)
