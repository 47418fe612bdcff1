import { versionOf } from '#contract/fields.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { callerIdOf } from '#server/caller.ts'
import { sendCsv } from '#server/csv.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import * as delegation from './delegation-contract.ts'
import { describeDelegation, findCandidates, replaceOwners, saveDelegation } from './delegation.ts'
import { csvOfCompanies } from './export-csv.ts'
import { describeCompany, findAddresses, requireCompany } from './describe-company.ts'
import { countCompanies, findCompanies } from './list.ts'
import { addCompany, changeCompany } from './save.ts'
import { changeForCompany } from './platform-of-all.ts'
import { previewNetworkRules } from './preview-network-rules.ts'

export function companyRoutes(server: Server): void {
  serve(server, contract.listPartners, (call) =>
    findPage(
      call,
      `companies for ${callerIdOf(call.caller)}`,
      (page) => findCompanies(call.reader, call.query, page),
      () => countCompanies(call.reader, call.query),
    ),
  )
  serve(server, contract.exportPartners, ({ query, caller, reply, reader }) =>
    sendCsv(reply, 'companies', csvOfCompanies(reader, query), () =>
      recordAudit(db, caller, 'partners_exported', { data: { filters: query } }),
    ),
  )
  serve(server, contract.listSubsystems, async () => {
    const platforms = await listSubsystems(db)
    return platforms.map(({ id, name, offeredToAll }) => ({ id, name, offeredToAll }))
  })
  serve(server, contract.getPartner, ({ params }) => describeCompany(db, params.id))
  serve(server, contract.listAddresses, ({ params }) => findAddresses(db, params.id))
  serve(server, contract.addPartner, async ({ body, caller }) => ({
    id: await addCompany(db, caller, body),
  }))
  serve(server, contract.changePartner, async ({ params, headers, body, caller }) => {
    const version = versionOf(headers['if-match'])
    const approval = await changeCompany(db, caller, { id: params.id, version, after: body })
    return approval ?? requireCompany(db, params.id)
  })
  serve(server, contract.givePlatform, ({ params, body, caller }) =>
    changeForCompany(db, caller, { ...params, ...body, gives: true }),
  )
  serve(server, contract.takePlatform, ({ params, body, caller }) =>
    changeForCompany(db, caller, { ...params, ...body, gives: false }),
  )
  serve(server, contract.previewAllowRules, ({ params, body }) =>
    previewNetworkRules(db, params.id, body.ipAllowRules),
  )
}

export function delegationRoutes(server: Server): void {
  serve(server, delegation.getDelegation, ({ params }) => describeDelegation(db, params.id))
  serve(server, delegation.setDelegation, async ({ params, headers, body, caller }) => {
    const change = { id: params.id, etag: headers['if-match'], settings: body }
    await saveDelegation(db, caller, change)
    return describeDelegation(db, params.id)
  })
  serve(server, delegation.setOwners, async ({ params, body, caller }) => {
    await replaceOwners(db, caller, { ...params, ...body })
    return describeDelegation(db, params.id)
  })
  serve(server, delegation.findOwnerCandidates, ({ params, query }) =>
    findCandidates(db, params.id, query.q),
  )
}
