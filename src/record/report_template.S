/* The page that report.cpp fills in. */
#ifdef _WIN32
        .section .rdata, "dr"
#else
        .section .rodata
#endif
        .global firsthit_report_template
        .global firsthit_report_template_end
firsthit_report_template:
        .incbin FIRSTHIT_REPORT_TEMPLATE
firsthit_report_template_end:
        .byte 0
#ifndef _WIN32
        .section .note.GNU-stack, "", @progbits
#endif
