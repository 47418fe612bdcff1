import { describeRecovery } from '#domain/sign-in/recovery.ts'
import { lockAccount } from '#domain/accounts/user-lock.ts'
import { getUser } from '#domain/accounts/user.ts'
import { closeSessionCookies } from '#server/cookies.ts'
import { db, transaction } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { askForHelp } from './ask.ts'
import * as contract from './contract.ts'
import { lockByLink, stopByLink, stopOwn } from './stop.ts'

export function lostDeviceRoutes(server: Server): void {
  serve(server, contract.askForHelp, ({ body, caller }) => askForHelp(db, caller, body))

  serve(server, contract.findOwnRecovery, async ({ caller }) => ({
    recovery: await describeRecovery(db, caller.userId),
  }))

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
