import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { defaultTimeZone, formatTime } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReasonField } from '#web/ui/reason-field.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import {
  blockNetwork,
  listBlockedNetworks,
  unblockNetwork,
  type BlockedNetwork,
  type Incident,
} from './contract.ts'
import { messages } from './texts/messages.ts'

const blocksKey = ['blocked-networks']
const hours = ['1', '4', '24', '72', '168'] as const

/** A button that blocks the range of an incident, or another network; renders nothing without permission. */
export function BlockButton({ range }: { range: Incident['range'] }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  if (!useMayOpen(adminLinks.users)) return null
  return (
    <>
      <Button variant="danger-outline" onClick={() => setOpen(true)}>
        {range ? t.blockRange({ network: range.network }) : t.block}
      </Button>
      {isOpen && <BlockDialog network={range?.network ?? ''} onClose={() => setOpen(false)} />}
    </>
  )
}

function BlockDialog({ network, onClose }: { network: string; onClose: () => void }) {
  const t = useMessages(messages)
  const client = useQueryClient()
  const durations = hours.map((value) => ({ value, text: t.hoursCount({ count: Number(value) }) }))
  return (
    <ActionDialog
      endpoint={blockNetwork}
      text={t.block}
      t={t}
      danger="usual"
      form={{
        initial: { network, hours: '24', reason: '' },
        toBody: (values) => ({ ...values, hours: Number(values.hours) }),
        fields: (form) => (
          <>
            <TextField
              form={form}
              name="network"
              label={t.network}
              hint={t.networkHint}
              dir="ltr"
              autoComplete="off"
            />
            <SelectField form={form} name="hours" label={t.hours} options={durations} />
            <ReasonField form={form} label={t.reason} />
          </>
        ),
      }}
      title={t.blockTitle}
      effect={t.blockEffect}
      done={t.blockDone}
      onDone={() => void client.invalidateQueries({ queryKey: blocksKey })}
      onClose={onClose}
    />
  )
}

/** Lists the blocked networks, each with a button that ends the block; renders nothing without one. */
export function BlockedNetworks() {
  const t = useMessages(messages)
  const client = useQueryClient()
  const [open, setOpen] = useState<BlockedNetwork>()
  const { data = [] } = useQuery({
    queryKey: blocksKey,
    queryFn: ({ signal }) => call(listBlockedNetworks, {}, { signal }),
    enabled: useMayOpen(adminLinks.users),
  })
  const columns = useColumns(setOpen)
  if (data.length === 0) return null
  return (
    <Panel title={t.blocks}>
      <Table caption={t.blocks} rows={data} columns={columns} />
      {open && (
        <ActionDialog
          endpoint={unblockNetwork}
          params={{ id: open.id }}
          text={t.unblock}
          failed={t.unblockFailed}
          title={t.unblockTitle({ network: open.network })}
          effect={t.unblockEffect}
          done={t.unblockDone({ network: open.network })}
          onDone={() => void client.invalidateQueries({ queryKey: blocksKey })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  )
}

function useColumns(onOpen: (block: BlockedNetwork) => void): Column<BlockedNetwork>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const time = (moment: string) => (
    <time dateTime={moment}>{formatTime(moment, locale, defaultTimeZone())}</time>
  )
  return [
    { title: t.network, width: 20, cell: ({ network }) => <bdi dir="ltr">{network}</bdi> },
    { title: t.reason, width: 30, cell: ({ reason }) => <bdi>{reason}</bdi> },
    { title: t.blockedBy, width: 18, cell: ({ blockedBy }) => <bdi>{blockedBy}</bdi> },
    { title: t.endsAt, width: 18, cell: ({ endsAt }) => time(endsAt) },
    {
      title: t.action,
      width: 14,
      cell: (block) => (
        <Button
          isInRow
          aria-label={t.unblockOf({ network: block.network })}
          onClick={() => onOpen(block)}
        >
          {t.unblock}
        </Button>
      ),
    },
  ]
}
