import { useQuery } from '@tanstack/react-query'
import type { CompanyRole } from '#contract/permission.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { listOwnAdministrators } from './contract.ts'
import { administratorMessages } from './texts/messages.ts'

/** Maximum number of names in the sentence. */
const maxNames = 5

type Props = {
  /** Heading of the names. */
  title: 'administrators' | 'owners'
  /** Names administrators with any of these roles. */
  roles: readonly CompanyRole[]
}

/** Names the other administrators of the user's company; nothing if the portal knows none. */
export function Administrators({ title, roles }: Props) {
  const t = useMessages(administratorMessages)
  const { data = [] } = useQuery({
    queryKey: ['own-administrators'],
    queryFn: ({ signal }) => call(listOwnAdministrators, {}, { signal }),
    retry: false,
  })
  const names = data
    .filter((each) => roles.some((role) => each.roles.includes(role)))
    .map(({ name }) => name)
  if (names.length === 0) return null
  return <p>{t[title]({ names: names.slice(0, maxNames) })}</p>
}
