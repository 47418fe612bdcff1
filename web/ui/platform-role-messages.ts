import { defineMessages } from '#contract/locale.ts'

export const platformRoleMessages = defineMessages(
  {
    roles: 'Roles on the platform',
    changeRoles: 'Roles',
    changeRolesOf: 'Roles on {platform}',
    askRoles: 'Change the roles of {name} on {platform}?',
    rolesEffect: 'They count from the next request of the platform.',
    saveRoles: 'Save roles',
    unknownRole: 'The platform no longer names one of these roles. Reload the page',
  },
  {
    ar: {
      roles: 'الأدوار على المنصة',
      changeRoles: 'الأدوار',
      changeRolesOf: 'الأدوار على {platform}',
      askRoles: 'هل تريد تغيير أدوار {name} على {platform}؟',
      rolesEffect: 'تسري بدءًا من الطلب التالي للمنصة.',
      saveRoles: 'حفظ الأدوار',
      unknownRole: 'لم تعد المنصة تعرّف أحد هذه الأدوار. حدّث الصفحة',
    },
    fr: {
      roles: 'Rôles sur la plateforme',
      changeRoles: 'Rôles',
      changeRolesOf: 'Rôles sur {platform}',
      askRoles: 'Modifier les rôles de {name} sur {platform} ?',
      rolesEffect: 'Ils s’appliquent dès la prochaine requête de la plateforme.',
      saveRoles: 'Enregistrer les rôles',
      unknownRole: 'La plateforme ne connaît plus l’un de ces rôles. Actualisez la page',
    },
    es: {
      roles: 'Roles en la plataforma',
      changeRoles: 'Roles',
      changeRolesOf: 'Roles en {platform}',
      askRoles: '¿Cambiar los roles de {name} en {platform}?',
      rolesEffect: 'Cuentan desde la próxima petición de la plataforma.',
      saveRoles: 'Guardar roles',
      unknownRole: 'La plataforma ya no define uno de estos roles. Vuelva a cargar la página',
    },
    zh: {
      roles: '在此平台上的角色',
      changeRoles: '角色',
      changeRolesOf: '在 {platform} 上的角色',
      askRoles: '要更改 {name} 在 {platform} 上的角色吗？',
      rolesEffect: '自平台的下一次请求起生效。',
      saveRoles: '保存角色',
      unknownRole: '平台已不再定义其中某个角色。请重新加载页面',
    },
  },
)
