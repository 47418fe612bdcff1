import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatTime, defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useForm } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { askMessages } from './texts/messages.ts'
import { findOwnRequest, requestAccess } from './contract.ts'

type Platform = { id: string; name: string }

/**
 * Loads whether the user's company can grant access to a platform, and whether the user has requested it; undefined
 * while loading.
 */
function useOwnRequest({ id }: Pick<Platform, 'id'>) {
  return useQuery({
    queryKey: ['own-request', id],
    queryFn: ({ signal }) => call(findOwnRequest, { query: { subsystem: id } }, { signal }),
    retry: false,
  })
}

type Props = {
  platform: Platform
  /** Content if no other user of the company can grant access. */
  otherwise: ReactNode
}

/** A button that requests access to a platform from the company's administrators. */
export function AskForAccess({ platform, otherwise }: Props) {
  const t = useMessages(askMessages)
  const { locale } = useLocale()
  const [isAsking, setAsking] = useState(false)
  const { data, isPending, refetch } = useOwnRequest(platform)
  if (isPending) return null
  if (!data) return otherwise
  if (data.askedAt !== null) {
    const time = formatTime(data.askedAt, locale, defaultTimeZone())
    return <p>{t.waiting({ time })}</p>
  }
  if (!data.mayAsk) return otherwise
  return (
    <>
      <p>{t.askAdministrators({ name: platform.name })}</p>
      <div className="button-row">
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t.request}
        </Button>
      </div>
      {isAsking && (
        <AskDialog
          platform={platform}
          onClose={() => setAsking(false)}
          onAsked={() => void refetch()}
        />
      )}
    </>
  )
}

type DialogProps = { platform: Platform; onClose: () => void; onAsked: () => void }

function AskDialog({ platform: { id, name }, onClose, onAsked }: DialogProps) {
  const t = useMessages(askMessages)
  const form = useForm(requestAccess, t, {
    empty: { reason: '' },
    toBody: ({ reason }) => ({ subsystem: id, reason }),
    summaryFrom: 1,
    onDone: () => {
      showSuccess(t.asked)
      onAsked()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t.title({ name })}
      action={t.request}
      onClose={onClose}
      form={form}
      fields={<TextField form={form} name="reason" autoComplete="off" isOptional />}
    >
      <p>{t.effect}</p>
    </FormDialog>
  )
}
