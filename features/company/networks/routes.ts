import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findNetworks, preview, saveNetworks } from './networks.ts'

export function companyNetworkRoutes(server: Server): void {
  serve(server, contract.getNetworks, ({ caller }) => findNetworks(caller))
  serve(server, contract.setNetworks, async ({ headers, body, caller }) => {
    const { ipAllowRules: rules, iKnow = false } = body
    await saveNetworks(caller, { etag: headers['if-match'], rules, iKnow })
    return findNetworks(caller)
  })
  serve(server, contract.previewNetworks, ({ body, caller }) => preview(caller, body.ipAllowRules))
}
