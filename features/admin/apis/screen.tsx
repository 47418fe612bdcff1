import * as adminLinks from '#contract/admin-links.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { CutText } from '#web/ui/cut-text.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { GuideLink } from '#web/ui/guide-link.tsx'
import { headerOf } from '#web/ui/page.tsx'
import { RecordName } from '#web/ui/record-name.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listApis, type ListedApi } from './list-contract.ts'
import { messages } from './texts/messages.ts'

/** Name of the page in the developer documentation. */
const guide = 'apis'
const ApisHeader = headerOf(messages, true, guide)

export function ApisPage() {
  const t = useMessages(messages)
  const list = useList(listApis)
  return (
    <ListPage
      header={<ApisHeader />}
      phoneTools={<GuideLink page={guide} />}
      action={
        <ButtonTo to={adminLinks.newApi()} kind="primary">
          {t.add}
        </ButtonTo>
      }
      rowName={({ name }) => name}
      t={{ caption: t.title, none: t.none, noneHint: t.noneHint }}
      columns={useColumns()}
      list={list}
    />
  )
}

function useColumns(): Column<ListedApi>[] {
  const t = useMessages(messages)
  return [
    {
      title: t.name,
      width: 5,
      cell: ({ clientId, name }) => (
        <RecordName to={adminLinks.api({ id: clientId })}>{name}</RecordName>
      ),
    },
    {
      title: t.state,
      width: 3,
      onPhone: 'state',
      cell: ({ active }) => <ApiState active={active} />,
    },
    {
      title: t.id,
      width: 7,
      onPhone: 'fact',
      cell: ({ id }) => (
        <span dir="ltr">
          <CutText>{id}</CutText>
        </span>
      ),
    },
    {
      title: t.format,
      width: 3,
      onPhone: 'fact',
      cell: ({ format }) => t[`short_${format}`],
    },
    {
      title: t.scopes,
      width: 6,
      cell: ({ scopes }) => (
        <span dir="ltr">
          <CutText>{scopes.join(' ')}</CutText>
        </span>
      ),
    },
  ]
}

export function ApiState({ active }: Pick<ListedApi, 'active'>) {
  const t = useMessages(messages)
  return (
    <span className="tag" data-kind={active ? 'good' : 'off'}>
      {active ? t.state_on : t.state_off}
    </span>
  )
}
