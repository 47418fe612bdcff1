import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { recordOpenedResult, search } from './search.ts'

export function searchRoutes(server: Server): void {
  serve(server, contract.searchEverything, ({ query, caller, reader }) =>
    search(reader, caller, query.q),
  )
  serve(server, contract.recordOpened, ({ body, caller }) => recordOpenedResult(db, caller, body))
}
