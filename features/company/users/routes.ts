import type { Reply } from '#contract/endpoint.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { rolesByCompany } from '#domain/platforms/platform-role.ts'
import { byName } from '#server/collation.ts'
import { db, rows } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { describeColleague } from './describe-colleague.ts'
import { findColleagues } from './list.ts'
import { recoverColleague } from './recover.ts'
import { endSessions, setColleagueActive } from './set-active.ts'
import { setPlatforms } from './set-platforms.ts'
import { setRoles } from './set-roles.ts'

export function colleagueRoutes(server: Server): void {
  serve(server, contract.listColleagues, async (call) => {
    const { query, caller } = call
    const { partnerId: companyId } = await getDelegation(db, caller.userId)
    const cursorScope = `users of ${companyId} for ${caller.userId} by ${query.sort ?? 'name'}`
    return findPage(call, cursorScope, (page) => findColleagues(companyId, query, page))
  })
  serve(server, contract.listOwnPlatforms, async ({ caller }) => {
    const { subsystems } = await getDelegation(db, caller.userId)
    return rows<Reply<typeof contract.listOwnPlatforms>[number]>(db)`
      select s.id, s.name, ${rolesByCompany} as roles
      from subsystems s where s.id = any(${subsystems}::text[]) order by s.name ${byName}, s.id`
  })
  serve(server, contract.getColleague, ({ params, caller }) =>
    describeColleague(caller.userId, params.id),
  )
  serve(server, contract.setColleaguePlatforms, async ({ params, headers, body, caller }) => {
    await setPlatforms(caller, { ...params, ...body, etag: headers['if-match'] })
    return describeColleague(caller.userId, params.id)
  })
  serve(server, contract.activateColleague, async ({ params, body, caller }) => {
    await setColleagueActive(caller, { ...params, ...body, active: true })
    return describeColleague(caller.userId, params.id)
  })
  serve(server, contract.deactivateColleague, async ({ params, body, caller }) => {
    await setColleagueActive(caller, { ...params, ...body, active: false })
    return describeColleague(caller.userId, params.id)
  })
  serve(server, contract.endColleagueSessions, async ({ params, body, caller }) => ({
    ended: await endSessions(caller, params.id, body.reason),
  }))
  serve(server, contract.recoverColleague, ({ params, body, caller }) =>
    recoverColleague(caller, params.id, body.reason),
  )
  serve(server, contract.setColleagueRoles, async ({ params, headers, body, caller }) => {
    await setRoles(caller, { ...params, ...body, etag: headers['if-match'] })
    return describeColleague(caller.userId, params.id)
  })
}
