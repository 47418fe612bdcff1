import { defineMessages } from '#contract/locale.ts'

/** Words that every list shares. */
export const listMessages = defineMessages(
  {
    loading: 'Loading the list…',
    failed: 'The list could not be loaded',
    showMore: 'Show more',
    shown: { one: '{count} entry shown', other: '{count} entries shown' },
    thereIsMore: 'There is more.',
    search: 'Search',
  },
  {
    ar: {
      loading: 'جارٍ تحميل القائمة…',
      failed: 'تعذّر تحميل القائمة',
      showMore: 'عرض المزيد',
      shown: {
        zero: 'لا توجد عناصر',
        one: 'عنصر واحد معروض',
        two: 'عنصران معروضان',
        few: '{count} عناصر معروضة',
        many: '{count} عنصرًا معروضًا',
        other: '{count} عنصر معروض',
      },
      thereIsMore: 'يوجد المزيد.',
      search: 'بحث',
    },
    fr: {
      loading: 'Chargement de la liste…',
      failed: 'La liste n’a pas pu être chargée',
      showMore: 'Afficher la suite',
      shown: { one: '{count} entrée affichée', other: '{count} entrées affichées' },
      thereIsMore: 'Il y en a d’autres.',
      search: 'Rechercher',
    },
    es: {
      loading: 'Cargando la lista…',
      failed: 'No se ha podido cargar la lista',
      showMore: 'Mostrar más',
      shown: { one: '{count} entrada mostrada', other: '{count} entradas mostradas' },
      thereIsMore: 'Hay más.',
      search: 'Buscar',
    },
    zh: {
      loading: '正在加载列表…',
      failed: '无法加载列表',
      showMore: '显示更多',
      shown: { other: '已显示 {count} 条' },
      thereIsMore: '还有更多。',
      search: '搜索',
    },
  },
)
