import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { action, ActionButton } from '#web/ui/action.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { askMessages } from './texts/messages.ts'
import { findOwnRequest, requestAccess } from './contract.ts'

type Platform = { id: string; name: string }
type Props = {
  platform: Platform
  /** Advice to ask the company's administrators; replaced by the time of an open request. */
  advice: ReactNode
  /** Addition to the advice if the user cannot request access. */
  otherwise?: ReactNode
}

/** Advice with a button that requests access to a platform from the company's administrators. */
export function AskForAccess({ platform, advice, otherwise }: Props) {
  const t = useMessages(askMessages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const { id } = platform
  const { data, isPending, refetch } = useQuery({
    queryKey: ['own-request', id],
    queryFn: ({ signal }) => call(findOwnRequest, { query: { subsystem: id } }, { signal }),
    retry: false,
  })
  if (isPending) return null
  if (data && data.askedAt !== null) {
    const time = formatTime(data.askedAt, locale, timeZone)
    return <p>{t.waiting({ time })}</p>
  }
  return (
    <>
      {advice}
      {data?.mayAsk ? (
        <div className="button-row">
          <AskButton platform={platform} onAsked={() => void refetch()} />
        </div>
      ) : (
        otherwise
      )}
    </>
  )
}

type AskProps = { platform: Platform; onAsked: () => void }

function AskButton({ platform, onAsked }: AskProps) {
  const t = useMessages(askMessages)
  const { id, name } = platform
  const request = action({
    endpoint: requestAccess,
    text: t.request,
    t,
    form: {
      initial: { reason: '' },
      fields: (form) => <TextField form={form} name="reason" autoComplete="off" isOptional />,
      toBody: ({ reason }) => ({ subsystem: id, reason }),
      summaryFrom: 1,
    },
    title: t.title({ name }),
    effect: t.effect,
    done: t.asked,
    onDone: onAsked,
  })
  return <ActionButton action={request} variant="primary" aria-haspopup="dialog" />
}
