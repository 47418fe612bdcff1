import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { addPasskey, beginPasskey } from './add.ts'
import { removeOwnPasskey, renameOwnPasskey } from './change.ts'
import * as contract from './contract.ts'
import { listOwnPasskeys } from './list.ts'

export function passkeyRoutes(server: Server): void {
  serve(server, contract.listPasskeys, ({ caller }) => listOwnPasskeys(db, caller.userId))

  serve(server, contract.beginPasskey, ({ caller }) => beginPasskey(db, caller))

  serve(server, contract.addPasskey, ({ body, caller }) => addPasskey(db, caller, body))

  serve(server, contract.renamePasskey, ({ params, body, caller }) =>
    renameOwnPasskey(db, caller, { ...params, ...body }),
  )

  serve(server, contract.removePasskey, ({ params, caller }) =>
    removeOwnPasskey(db, caller, params.id),
  )
}
