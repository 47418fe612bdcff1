import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { getAdminMe, type AdminMe } from '#contract/admin.ts'
import { getMe, type Me } from '#contract/me.ts'
import type { Permission } from '#contract/permission.ts'
import { call } from './api.ts'
import { forgetLogin, rememberLogin } from './device.ts'

const staleTime = 60_000

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(getMe, {}, { signal })
    rememberLogin('user')
    return me
  },
  staleTime,
})

/** Remembers the login when the call succeeds, forgets it when it fails (requirement ST-05). */
export const adminMeQuery = queryOptions({
  queryKey: ['admin-me'],
  queryFn: async ({ signal }) => {
    try {
      const admin = await call(getAdminMe, {}, { signal })
      rememberLogin('admin')
      return admin
    } catch (error) {
      if (!signal.aborted) forgetLogin('admin')
      throw error
    }
  },
  staleTime,
})

/** The logged-in user. Suspends until they are known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** The logged-in admin. Suspends until they are known. */
export function useAdminMe(): AdminMe {
  return useSuspenseQuery(adminMeQuery).data
}

type AdminEndpoint = { access: { adminWithAnyOf: readonly Permission[] } }

/** Whether the admin may call the endpoint (requirement PE-03). */
export function useMay({ access }: AdminEndpoint): boolean {
  const { permissions } = useAdminMe()
  return access.adminWithAnyOf.some((permission) => permissions.includes(permission))
}
