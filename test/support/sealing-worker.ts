import { sealAndCount } from './audit.ts'

/** Seals and counts rows until the process is killed. */
for (;;) await sealAndCount().catch(() => undefined)
