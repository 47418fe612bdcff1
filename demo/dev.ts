import { runDemo } from './demo.ts'
import { startDevServer } from './dev-server.ts'

/** `npm run dev`: the demo with hot module replacement in the browser and a server that restarts on change. */
await runDemo(startDevServer)
