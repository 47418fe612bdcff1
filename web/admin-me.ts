import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getAdminMe, type AdminMe } from '#contract/admin.ts'
import type { Permission } from '#contract/permission.ts'
import { call } from './api.ts'
import { forgetLogin, rememberLogin } from './device.ts'

export const adminMeQuery = queryOptions({
  queryKey: ['admin-me'],
  queryFn: ({ signal }) => fetchAdminMe(signal),
  staleTime: 60_000,
})

/** Which admin is looking. A screen that asks is shown only once it is known. */
export function useAdminMe(): AdminMe {
  return useSuspenseQuery(adminMeQuery).data
}

/** Whether she may do exactly this (requirement PE-03). */
export function useMay(permission: Permission): boolean {
  return useAdminMe().permissions.includes(permission)
}

/** Success logs in, failure logs out (requirement ST-05). */
async function fetchAdminMe(signal: AbortSignal): Promise<AdminMe> {
  try {
    const admin = await call(getAdminMe, {}, { signal })
    rememberLogin('admin')
    return admin
  } catch (error) {
    if (!signal.aborted) forgetLogin('admin')
    throw error
  }
}
