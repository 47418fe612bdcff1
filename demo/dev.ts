import { runDemo } from './demo.ts'
import { startDevServer } from './dev-server.ts'

const parentCheckMs = 1000

/** `npm run dev`: the demo with hot module replacement in the browser and a server that restarts on change. */
const parent = process.ppid
// A killed npm or a closed terminal leaves nothing behind.
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, parentCheckMs).unref()
await runDemo(startDevServer)
