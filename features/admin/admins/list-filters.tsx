import { roles } from '#contract/permission.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import type { ListFilter } from '#web/ui/list-filters.tsx'
import { userListMessages } from '#web/ui/texts/messages.ts'
import { accountMessages, messages } from './texts/messages.ts'
import { adminFactors, adminStatuses } from './contract.ts'

/** Returns the filters of the list. Includes the second factor only if the portal itself logs admins in. */
export function useFilters(): ListFilter[] {
  const [t, words] = [useMessages(messages), useMessages(accountMessages)]
  const shared = useMessages(userListMessages)
  const isLocal = settings().adminSignIn === 'local'
  return [
    {
      kind: 'several',
      name: 'role',
      title: t.roles,
      options: roles.map((value) => ({ value, text: t[value] })),
    },
    {
      kind: 'several',
      name: 'status',
      title: words.state,
      options: adminStatuses.map((value) => ({ value, text: shared[`status_${value}`] })),
    },
    ...(isLocal
      ? [
          {
            kind: 'several' as const,
            name: 'secondFactor',
            title: words.secondFactor,
            options: adminFactors.map((value) => ({ value, text: words[`factor_${value}`] })),
          },
        ]
      : []),
  ]
}
