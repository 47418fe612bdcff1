import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createContext, createElement, use, type ReactNode } from 'react'
import { getAdminAccount, getAdminMe, type AdminMe } from '#contract/admin.ts'
import { getMe, type Me } from '#contract/me.ts'
import type { Permission } from '#contract/permission.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from './api.ts'
import { forgetLogin, rememberLogin, type Area } from './browser-storage.ts'

const staleTime = 60_000

type Cancellation = { signal: AbortSignal }

async function findMe({ signal }: Cancellation): Promise<Me> {
  const me = await call(getMe, {}, { signal })
  rememberLogin('user')
  return me
}

/** Fetches the logged-in user. Remembers the login on success. */
export const meQuery = queryOptions({ queryKey: ['me'], queryFn: findMe, staleTime })

/**
 * Fetches the logged-in admin. Remembers the login on success, and forgets it if the server answers an error
 * (requirement ST-05). A call without an answer does not forget the login, because the browser also aborts calls when
 * the user leaves the page, and a busy server rejects calls.
 */
export const adminMeQuery = queryOptions({
  queryKey: ['admin-me'],
  queryFn: async ({ signal }) => {
    try {
      const admin = await call(getAdminMe, {}, { signal })
      rememberLogin('admin')
      return admin
    } catch (error) {
      if (isAnswerOfSession(error)) forgetLogin('admin')
      throw error
    }
  },
  staleTime,
})

/** Returns true unless the server was too busy for an answer, or did not answer. */
export function isAnswerOfSession(error: unknown): boolean {
  const { notAvailable, tooManyRequests } = errorCodes
  return error instanceof Refusal && error.code !== notAvailable && error.code !== tooManyRequests
}

/** Returns the logged-in user. Suspends while loading. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}

/** Returns the logged-in admin. Suspends while loading. */
export function useAdminMe(): AdminMe {
  return useSuspenseQuery(adminMeQuery).data
}

const findAdminAccount = ({ signal }: Cancellation) => call(getAdminAccount, {}, { signal })

export const adminAccountQuery = queryOptions({
  queryKey: ['admin-account'],
  queryFn: findAdminAccount,
  staleTime,
})

/** Area of the current page. */
export const AreaContext = createContext<Area>('user')

type Account = Pick<Me, 'email' | 'firstname' | 'lastname' | 'mfa'>

/** Returns the account of the logged-in user or admin. Suspends while loading. */
export function useAccount(): Account {
  const area = use(AreaContext)
  return useSuspenseQuery({
    queryKey: keyOf(area),
    queryFn: (cancellation): Promise<Account> =>
      (area === 'admin' ? findAdminAccount : findMe)(cancellation),
    staleTime,
  }).data
}

const TimeZoneContext = createContext<string | undefined>(undefined)

/** Provides the time zone of the logged-in user. Does not suspend. */
export function TimeZoneProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...meQuery, enabled: use(AreaContext) === 'user' })
  return createElement(TimeZoneContext, { value: data?.timezone }, children)
}

/** Returns the time zone of the logged-in user; for admins and without a login, that of the browser. */
export function useTimeZone(): string {
  return use(TimeZoneContext) ?? defaultTimeZone()
}

/** Returns a function that reloads the account after it has changed. */
export function useAccountRenewal(): () => void {
  const queryClient = useQueryClient()
  const queryKey = keyOf(use(AreaContext))
  return () => void queryClient.invalidateQueries({ queryKey })
}

function keyOf(area: Area): readonly string[] {
  return (area === 'admin' ? adminAccountQuery : meQuery).queryKey
}

type AdminEndpoint = { access: { adminWithAnyOf: readonly Permission[] } }

/** Returns true if the admin may call the endpoint (requirement PE-03). */
export function useMay({ access }: AdminEndpoint): boolean {
  const { permissions } = useAdminMe()
  return access.adminWithAnyOf.some((permission) => permissions.includes(permission))
}
