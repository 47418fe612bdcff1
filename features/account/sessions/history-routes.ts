import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { readPage, setNextPage } from '#server/paging.ts'
import * as contract from './history-contract.ts'
import { listOf } from './history-list.ts'

export function loginHistoryRoutes(server: Server): void {
  serve(server, contract.listLogins, async ({ query, caller, request, reply }) => {
    const owner = `logins by time of ${caller.userId}`
    const page = readPage(owner, query)
    const found = await listOf(db, caller.userId, page)
    return setNextPage({ request, reply }, { owner, page, found }, ({ key }) => key)
  })
}
