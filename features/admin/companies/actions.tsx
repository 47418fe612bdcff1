import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { action } from '#web/ui/action.tsx'
import { companyActionMessages, messages } from './texts/messages.ts'
import { changePartner, getPartner, type Company } from './contract.ts'

/** Returns the actions on a company that its page and the list offer. */
export function useCompanyActions(onDone: () => void) {
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  return ({ id, name, active, subsystems, ipAllowRules, etag }: Company) => ({
    activation: action({
      endpoint: changePartner,
      params: { id },
      headers: { 'if-match': etag },
      body: { name, active: !active, subsystems, ipAllowRules },
      text: active ? words.deactivate : words.activate,
      danger: active ? 'grave' : undefined,
      failed: words.failed,
      title: (active ? t.askTitle : words.activateTitle)({ name }),
      effect: active ? t.askText : words.activateText,
      children: active && <OpenSessions id={id} />,
      done: (active ? words.isDeactivated : words.isActivated)({ name }),
      onDone,
    }),
  })
}

/** The number of sessions that a deactivation would end. */
function OpenSessions({ id }: { id: string }) {
  const t = useMessages(messages)
  const { data } = useQuery({
    queryKey: ['company-effect', id],
    queryFn: ({ signal }) => call(getPartner, { params: { id } }, { signal }),
    staleTime: 0,
  })
  return (
    <p role="status">
      {data && <strong>{t.openSessions({ count: data.effect.openSessions })}</strong>}
    </p>
  )
}
