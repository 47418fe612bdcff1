import type { Reply } from '#contract/endpoint.ts'
import { findRecovery, type RecoveryCase } from '#domain/recovery.ts'
import { lockAccount } from '#domain/user-lock.ts'
import { getUser } from '#domain/user.ts'
import { config } from '#server/config.ts'
import { closeSessionCookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { askForHelp } from './ask.ts'
import * as contract from './contract.ts'
import { lockByLink, stopByLink, stopOwn } from './stop.ts'

export function lostDeviceRoutes(server: Server): void {
  serve(server, contract.askForHelp, async ({ body, caller }) => {
    await askForHelp(db, caller, body)
    return { delayHours: config.recoveryDelayHours }
  })

  serve(server, contract.findOwnRecovery, async ({ caller: { userId } }) => {
    const found = await findRecovery(db, userId)
    return { recovery: found ? describe(found, userId) : null }
  })

  serve(server, contract.stopOwnRecovery, ({ params, caller }) => stopOwn(db, caller, params.id))

  serve(server, contract.stopRecovery, ({ body, origin }) => stopByLink(db, origin, body))

  serve(server, contract.lockAccount, async ({ caller, request, reply }) => {
    const user = await getUser(db, caller.userId)
    await transaction(db, (tx) => lockAccount(tx, caller, user))
    closeSessionCookies(request, reply)
  })

  serve(server, contract.lockAccountByLink, ({ body, origin }) =>
    lockByLink(db, origin, body.token),
  )
}

type Described = NonNullable<Reply<typeof contract.findOwnRecovery>['recovery']>

function describe({ id, state, askedKind, askedBy, askedAt, notBefore }: RecoveryCase, own: string) {
  const asker = askedKind === 'user' ? 'company' : 'support'
  const by: Described['askedBy'] = askedBy === own ? 'user' : asker
  return { id, state, askedBy: by, askedAt, notBefore }
}
