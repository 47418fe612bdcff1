import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NetworkRule } from '#contract/network-rules.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Form, useForm } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useLockOutGuard } from '#web/ui/lock-out-guard.tsx'
import { networkMessages } from '#web/ui/texts/messages.ts'
import {
  NetworkRulesPreview,
  useNetworkPreview,
  type SavedRules,
} from '#web/ui/network-preview.tsx'
import { NetworkRules } from '#web/ui/network-rules.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { whileEditing } from '#web/ui/record-page.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { getNetworks, previewNetworks, setNetworks, type Networks } from './contract.ts'
import { messages } from './texts/messages.ts'

export const NetworksHeader = headerOf(messages)

/** The networks of the company, with the users whom unsaved changes would lock out. */
export function NetworksPage() {
  const t = useMessages(messages)
  const [attempt, setAttempt] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['company-networks'],
    queryFn: ({ signal }) => call(getNetworks, {}, { signal }),
    ...whileEditing,
  })
  const reload = () => void refetch()
  return (
    <Page>
      <NetworksHeader />
      {error && <Failure text={t.failed} error={error} onRetry={reload} />}
      {!error && !data && <Skeleton rows={4} text={t.loading} />}
      {data && (
        <NetworksForm
          key={`${data.etag} ${attempt}`}
          networks={data}
          onReload={reload}
          onCancel={() => setAttempt(attempt + 1)}
        />
      )}
    </Page>
  )
}

type FormProps = { networks: Networks; onReload: () => void; onCancel: () => void }

function NetworksForm({ networks, onReload, onCancel }: FormProps) {
  const t = useMessages(messages)
  const [rules, setRules] = useState<readonly NetworkRule[]>(networks.ipAllowRules)
  const { form, conflict, ownDialog } = useNetworksForm({ networks, rules, onReload })
  const saved = savedRulesOf(networks)
  const { guarded, dialog } = useLockOutGuard(form, saved, rules)
  const preview = useNetworkPreview(saved, rules)
  const isDirty = textOf(rules) !== textOf(networks.ipAllowRules)
  const { platforms, yourAddress } = networks
  const isListed = rules.some(({ cidr }) => cidr === yourAddress)
  return (
    <>
      <div className="card">
        <Form form={guarded}>
          <NetworkRules
            {...{ form, platforms, rules, setRules }}
            suggestions={(append) =>
              !isListed && (
                <div className="button-row">
                  <Button onClick={() => append(yourAddress)}>
                    {t.addMine({ address: yourAddress })}
                  </Button>
                </div>
              )
            }
          />
          <NetworkRulesPreview {...{ preview, rules, setRules }} />
          <ConflictNotice {...{ conflict, onReload, t }} />
        </Form>
      </div>
      {(isDirty || conflict) && <SaveBar {...{ form, t, onCancel }} />}
      <UnsavedGuard isDirty={isDirty} text={t.leaveText} />
      {dialog}
      {ownDialog}
    </>
  )
}

type SaveProps = Omit<FormProps, 'onCancel'> & { rules: readonly NetworkRule[] }

/** Returns the form that saves the rules. Asks for confirmation if they exclude the user's own address. */
function useNetworksForm({ networks, rules, onReload }: SaveProps) {
  const [t, words] = [useMessages(messages), useMessages(networkMessages)]
  const { conflict, onRefused } = useConflict()
  const [isAsking, setAsking] = useState(false)
  const form = useForm(
    setNetworks,
    { ...t, invalidCidr: words.invalidCidr },
    {
      empty: { ipAllowRules: '' },
      headers: { 'if-match': networks.etag },
      toBody: () => ({ ipAllowRules: [...rules], ...(isAsking && { iKnow: true }) }),
      onRefused: (refusal) => {
        if (refusal.code !== errorCodes.ownAddressExcluded) return onRefused(refusal)
        setAsking(true)
        return true
      },
      onDone: () => {
        showSuccess(t.saved)
        onReload()
      },
    },
  )
  const ownDialog = isAsking && (
    <ConfirmDialog
      title={t.askOwn}
      action={t.saveAnyway}
      isDangerous
      isPending={form.isSending}
      onClose={() => setAsking(false)}
      submits={form.id}
    >
      <p>{t.ownAddressExcluded}</p>
      <p>{t.ownEffect({ address: networks.yourAddress })}</p>
    </ConfirmDialog>
  )
  return { form, conflict, ownDialog }
}

function savedRulesOf({ ipAllowRules }: Networks): SavedRules {
  return {
    companyId: 'own',
    rules: ipAllowRules,
    findPreview: (rules, signal) =>
      call(previewNetworks, { body: { ipAllowRules: rules } }, signal ? { signal } : {}),
  }
}

/** Returns a string that is equal for equal rules, for detecting changes. */
function textOf(rules: readonly NetworkRule[]): string {
  return JSON.stringify(rules.map(({ subsystem, cidr, name = '' }) => [subsystem, cidr, name]))
}
