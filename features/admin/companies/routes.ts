import { versionOf, isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { readPage, setNextPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { countSessions, findCompanies, findCompany } from './list.ts'
import { addCompany, changeCompany } from './save.ts'
import { previewNetworkRules } from './preview-network-rules.ts'

export function companyRoutes(server: Server): void {
  serve(server, contract.listPartners, async ({ query, caller, request, reply }) => {
    const owner = `companies for ${caller.adminId}`
    const page = readPage(owner, query)
    const found = await findCompanies(db, query.q ?? '', page)
    return setNextPage({ request, reply }, { owner, page, found }, ({ nameKey, id }) => [
      nameKey,
      id,
    ])
  })
  serve(server, contract.listSubsystems, async () => {
    const known = await listSubsystems(db)
    return known.map(({ id, name }) => ({ id, name }))
  })
  serve(server, contract.getPartner, async ({ params }) => ({
    ...(await requireCompany(params.id)),
    effect: { openSessions: await countSessions(db, params.id) },
  }))
  serve(server, contract.addPartner, async ({ body, caller }) => ({
    id: await addCompany(db, caller, body),
  }))
  serve(server, contract.changePartner, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    await changeCompany(db, caller, { id: params.id, version, sent: body })
    return requireCompany(params.id)
  })
  serve(server, contract.previewAllowRules, ({ params, body }) =>
    previewNetworkRules(db, params.id, body.ipAllowRules),
  )
}

async function requireCompany(id: string) {
  const company = isId(id) ? await findCompany(db, id) : undefined
  if (!company) throw new Refusal(commonErrors.notFound)
  return company
}
