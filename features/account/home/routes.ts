import { findSubsystemName } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { findDestination } from './find-destination.ts'
import { findOverview } from './overview-document.ts'

export function destinationRoutes(server: Server): void {
  serve(server, contract.findDestination, ({ query, origin }) =>
    findDestination(db, { url: query.url, origin }),
  )
  serve(server, contract.findPlatformName, async ({ query }) => ({
    name: (await findSubsystemName(db, query.id)) ?? null,
  }))
  serve(server, contract.findOverview, ({ caller }) => findOverview(db, caller))
}
