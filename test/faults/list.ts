import { behindNginx } from './behind-nginx.ts'
import { callers } from './callers.ts'
import { clock } from './clock.ts'
import { cutShort } from './cut-short.ts'
import { databaseGone } from './database-gone.ts'
import { failover } from './failover.ts'
import type { Fault } from './fault.ts'
import { fullDisk } from './full-disk.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { mailServer } from './mail-server.ts'
import { scarce } from './scarce.ts'
import { starting } from './starting.ts'
import { twice } from './twice.ts'

/** All faults, in the order of the table. */
export const faults: readonly Fault[] = [
  ...databaseGone,
  ...failover,
  ...scarce,
  ...fullDisk,
  ...cutShort,
  ...starting,
  ...twice,
  ...mailServer,
  ...callers,
  ...clock,
  ...keys,
  ...jobs,
  ...behindNginx,
]
