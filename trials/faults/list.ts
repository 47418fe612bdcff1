import { behindNginx } from './behind-nginx.ts'
import { greedyClients } from './greedy-clients.ts'
import { hostileClients } from './hostile-clients.ts'
import { bulk } from './bulk.ts'
import { clock } from './clock.ts'
import { killedInExchange } from './killed-in-exchange.ts'
import { killedServer } from './killed-server.ts'
import { databaseGone } from './database-gone.ts'
import { failover } from './failover.ts'
import type { Fault } from './fault.ts'
import { follower } from './follower.ts'
import { fullDisk } from './full-disk.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { mailServer } from './mail-server.ts'
import { connections } from './connections.ts'
import { rolling } from './rolling.ts'
import { starting } from './starting.ts'
import { concurrentUse } from './concurrent-use.ts'
import { signOns } from './sign-ons.ts'
import { webhooks } from './webhooks.ts'

/** All faults, in the order of the table. */
export const faults: readonly Fault[] = [
  ...databaseGone,
  ...failover,
  ...follower,
  ...connections,
  ...fullDisk,
  ...killedServer,
  ...killedInExchange,
  ...starting,
  ...rolling,
  ...concurrentUse,
  ...mailServer,
  ...hostileClients,
  ...greedyClients,
  ...signOns,
  ...clock,
  ...keys,
  ...jobs,
  ...bulk,
  ...webhooks,
  ...behindNginx,
]
