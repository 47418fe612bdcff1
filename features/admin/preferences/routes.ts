import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import * as contract from './contract.ts'
import { addViewOf, findPreferences, savePreferences, listViewsOf, removeViewOf } from './views.ts'

export function preferenceRoutes(server: Server): void {
  serve(server, contract.getPreferences, ({ caller }) => findPreferences(db, caller.adminId))
  serve(server, contract.savePreferences, ({ caller, body }) =>
    savePreferences(db, caller.adminId, body),
  )
  serve(server, contract.listViews, ({ caller }) => listViewsOf(db, caller.adminId))
  serve(server, contract.addView, ({ caller, body }) => addViewOf(db, caller.adminId, body))
  serve(server, contract.removeView, ({ caller, params }) =>
    removeViewOf(db, caller.adminId, params.id),
  )
}
