import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { addPasskey, beginPasskey } from './add.ts'
import { removeOwnPasskey, renameOwnPasskey } from './change.ts'
import { declinePasskey, passkeyCalls } from './contract.ts'
import { declineOffer } from './decline.ts'
import { listOwnPasskeys, ownerOf } from './list.ts'

export function passkeyRoutes(server: Server): void {
  serveCalls(server, passkeyCalls.user)

  serve(server, declinePasskey, ({ caller }) => declineOffer(db, caller))
}

export function adminPasskeyRoutes(server: Server): void {
  serveCalls(server, passkeyCalls.admin)
}

function serveCalls(server: Server, calls: (typeof passkeyCalls)['user' | 'admin']): void {
  serve(server, calls.list, ({ caller }) => listOwnPasskeys(db, ownerOf(caller)))

  serve(server, calls.begin, ({ caller }) => beginPasskey(db, caller))

  serve(server, calls.add, ({ body, caller }) => addPasskey(db, caller, body))

  serve(server, calls.rename, ({ params, body, caller }) =>
    renameOwnPasskey(db, caller, { ...params, ...body }),
  )

  serve(server, calls.remove, ({ params, caller }) => removeOwnPasskey(db, caller, params.id))
}
