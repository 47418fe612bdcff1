import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './recovery-codes-contract.ts'
import { renewCodes } from './renew-codes.ts'

export function recoveryCodeRoutes(server: Server): void {
  serve(server, contract.renewCodes, async ({ body, caller }) => ({
    recoveryCodes: await renewCodes(db, caller, body.otp),
  }))
}
