import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findNetworks, preview, saveNetworks } from './networks.ts'

export function companyNetworkRoutes(server: Server): void {
  serve(server, contract.getNetworks, ({ caller }) => findNetworks(db, caller))
  serve(server, contract.setNetworks, async ({ headers, body, caller }) => {
    const { ipAllowRules: rules, iKnow = false } = body
    await saveNetworks(db, caller, { etag: headers['if-match'], rules, iKnow })
    return findNetworks(db, caller)
  })
  serve(server, contract.previewNetworks, ({ body, caller }) =>
    preview(db, caller, body.ipAllowRules),
  )
}
