import { defineMessages } from '#contract/locale.ts'

/** For the saved views of a list. */
export const viewMessages = defineMessages(
  {
    views: 'Views',
    save: 'Save view',
    name: 'Name of the view',
    remove: 'Remove the view {name}',
    gone: 'The view “{name}” uses filters that no longer exist and were left out: {filters}',
    notSaved: 'The view could not be saved',
    tooManyViews: 'You can keep 20 views: remove one first',
    nameTaken: 'You already have a view with this name',
  },
  {
    ar: {
      views: 'طرق العرض',
      save: 'حفظ طريقة العرض',
      name: 'اسم طريقة العرض',
      remove: 'إزالة طريقة العرض {name}',
      gone: 'تستخدم طريقة العرض «{name}» عوامل تصفية لم تعد موجودة فتُركت: {filters}',
      notSaved: 'تعذّر حفظ طريقة العرض',
      tooManyViews: 'يمكنك الاحتفاظ بـ 20 طريقة عرض: أزل واحدة أولًا',
      nameTaken: 'لديك طريقة عرض بهذا الاسم',
    },
    fr: {
      views: 'Vues',
      save: 'Enregistrer la vue',
      name: 'Nom de la vue',
      remove: 'Supprimer la vue {name}',
      gone: 'La vue « {name} » utilise des filtres qui n’existent plus et ont été ignorés : {filters}',
      notSaved: 'La vue n’a pas pu être enregistrée',
      tooManyViews: 'Vous pouvez conserver 20 vues : supprimez-en une d’abord',
      nameTaken: 'Vous avez déjà une vue portant ce nom',
    },
    es: {
      views: 'Vistas',
      save: 'Guardar vista',
      name: 'Nombre de la vista',
      remove: 'Eliminar la vista {name}',
      gone: 'La vista «{name}» usa filtros que ya no existen y se han omitido: {filters}',
      notSaved: 'No se ha podido guardar la vista',
      tooManyViews: 'Puede conservar 20 vistas: elimine una primero',
      nameTaken: 'Ya tiene una vista con este nombre',
    },
    zh: {
      views: '视图',
      save: '保存视图',
      name: '视图名称',
      remove: '删除视图 {name}',
      gone: '视图“{name}”使用了已不存在的筛选条件，已将其忽略：{filters}',
      notSaved: '无法保存视图',
      tooManyViews: '最多可保存 20 个视图，请先删除一个',
      nameTaken: '已有同名视图',
    },
  },
)
