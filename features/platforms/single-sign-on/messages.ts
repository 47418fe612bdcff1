import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    confirmTitle: 'Log out?',
    confirmText: 'You will be logged out of {brand} and of all platforms you opened with it.',
    confirmFrom: '{platform} asks to log you out.',
    logOut: 'Log out',
    stay: 'Stay logged in',
    doneTitle: 'You are logged out',
    doneText: 'You have logged out of {brand} and its platforms. You can close this page.',
    logIn: 'Log in again',
    failureTitle: 'Something went wrong',
    failureText: 'The platform sent you here with an invalid request. Go back to it and try again.',
    tooManyTitle: 'Please wait a moment',
    tooManyText:
      'Too many logins were started from your network. Wait a few minutes, then go back to the platform and try again.',
    interruptedTitle: 'The login was interrupted',
    interruptedText:
      'It took too long or was continued in another window. Go back to the platform and try again.',
    details: 'Details for support',
    toPortal: 'Go to {brand}',
    help: 'Need help?',
  },
  {
    ar: {
      confirmTitle: 'هل تريد تسجيل الخروج؟',
      confirmText: 'سيتم تسجيل خروجك من {brand} ومن كل المنصات التي فتحتها من خلاله.',
      confirmFrom: 'تطلب منصة {platform} تسجيل خروجك.',
      logOut: 'تسجيل الخروج',
      stay: 'البقاء مسجّل الدخول',
      doneTitle: 'تم تسجيل خروجك',
      doneText: 'تم تسجيل خروجك من {brand} ومنصاته. يمكنك إغلاق هذه الصفحة.',
      logIn: 'تسجيل الدخول من جديد',
      failureTitle: 'حدث خطأ ما',
      failureText: 'أرسلتك المنصة إلى هنا بطلب غير صالح. ارجع إليها وحاول مرة أخرى.',
      tooManyTitle: 'يرجى الانتظار قليلًا',
      tooManyText:
        'تم بدء عمليات تسجيل دخول كثيرة جدًا من شبكتك. انتظر بضع دقائق، ثم ارجع إلى المنصة وحاول مرة أخرى.',
      interruptedTitle: 'انقطع تسجيل الدخول',
      interruptedText:
        'استغرق الأمر وقتًا طويلًا، أو تمت متابعته في نافذة أخرى. ارجع إلى المنصة وحاول مرة أخرى.',
      details: 'تفاصيل لفريق الدعم',
      toPortal: 'الانتقال إلى {brand}',
      help: 'هل تحتاج إلى مساعدة؟',
    },
    fr: {
      confirmTitle: 'Se déconnecter ?',
      confirmText:
        'Vous serez déconnecté de {brand} et de toutes les plateformes ouvertes avec ce compte.',
      confirmFrom: '{platform} demande votre déconnexion.',
      logOut: 'Se déconnecter',
      stay: 'Rester connecté',
      doneTitle: 'Vous êtes déconnecté',
      doneText:
        'Vous êtes déconnecté de {brand} et de ses plateformes. Vous pouvez fermer cette page.',
      logIn: 'Se reconnecter',
      failureTitle: 'Une erreur est survenue',
      failureText:
        'La plateforme vous a envoyé ici avec une demande non valide. Retournez-y et réessayez.',
      tooManyTitle: 'Veuillez patienter un instant',
      tooManyText:
        'Trop de connexions ont été lancées depuis votre réseau. Patientez quelques minutes, puis retournez à la plateforme et réessayez.',
      interruptedTitle: 'La connexion a été interrompue',
      interruptedText:
        'Elle a pris trop de temps ou a été poursuivie dans une autre fenêtre. Retournez à la plateforme et réessayez.',
      details: 'Détails pour l’assistance',
      toPortal: 'Aller à {brand}',
      help: 'Besoin d’aide ?',
    },
    es: {
      confirmTitle: '¿Cerrar la sesión?',
      confirmText: 'Se cerrará la sesión en {brand} y en todas las plataformas que abrió con ella.',
      confirmFrom: '{platform} pide cerrar su sesión.',
      logOut: 'Cerrar sesión',
      stay: 'Seguir conectado',
      doneTitle: 'Sesión cerrada',
      doneText: 'Ha cerrado la sesión en {brand} y en sus plataformas. Puede cerrar esta página.',
      logIn: 'Iniciar sesión de nuevo',
      failureTitle: 'Algo ha salido mal',
      failureText:
        'La plataforma le ha enviado aquí con una solicitud no válida. Vuelva a ella e inténtelo de nuevo.',
      tooManyTitle: 'Espere un momento',
      tooManyText:
        'Se han iniciado demasiados accesos desde su red. Espere unos minutos, vuelva a la plataforma e inténtelo de nuevo.',
      interruptedTitle: 'Se interrumpió el inicio de sesión',
      interruptedText:
        'Tardó demasiado o continuó en otra ventana. Vuelva a la plataforma e inténtelo de nuevo.',
      details: 'Detalles para soporte',
      toPortal: 'Ir a {brand}',
      help: '¿Necesita ayuda?',
    },
    zh: {
      confirmTitle: '要退出登录吗？',
      confirmText: '您将退出 {brand} 以及通过它打开的所有平台。',
      confirmFrom: '{platform} 请求让您退出登录。',
      logOut: '退出登录',
      stay: '保持登录',
      doneTitle: '您已退出登录',
      doneText: '您已退出 {brand} 及其平台，可以关闭此页面。',
      logIn: '重新登录',
      failureTitle: '出错了',
      failureText: '平台将您转到此处时发送的请求无效。请返回平台重试。',
      tooManyTitle: '请稍候',
      tooManyText: '您所在的网络发起的登录过多。请等待几分钟，然后返回平台重试。',
      interruptedTitle: '登录已中断',
      interruptedText: '用时过长，或已在另一个窗口中继续。请返回平台重试。',
      details: '供客服支持参考的详情',
      toPortal: '前往 {brand}',
      help: '需要帮助？',
    },
  },
)
