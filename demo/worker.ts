import { joinRunning } from './environment.ts'

/** Runs a worker beside the running demo, for the debugger. `SERVE=users,admin,sso npm start` leaves all jobs to it. */
await joinRunning()
Object.assign(process.env, { SERVE: 'worker', PORT: process.env['WORKER_PORT'] ?? '8083' })
await import('../app/main.ts')
