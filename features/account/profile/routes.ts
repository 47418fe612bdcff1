import { getMe as endpoint } from '#contract/me.ts'
import { getMe } from '#domain/accounts/me.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { saveProfile, saveTheme, settleTimezone } from './save-profile.ts'

export function profileRoutes(server: Server): void {
  // `caller.me` was loaded together with the session, unless the request carries a replaced token.
  serve(server, endpoint, async ({ caller }) => caller.me ?? getMe(db, caller))
  serve(server, contract.saveProfile, ({ body, caller }) => saveProfile(db, caller, body))
  serve(server, contract.settleTimezone, ({ body, caller }) =>
    settleTimezone(db, caller, body.timezone),
  )
  serve(server, contract.saveTheme, ({ body, caller }) => saveTheme(db, caller, body.theme))
}
