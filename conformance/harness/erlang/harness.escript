#!/usr/bin/env escript
%% The harness of Erlang's uri_string.
main(_) ->
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]),
    io:format("{\"parser\":\"Erlang uri_string\",\"version\":\"~s\",\"parts\":[\"scheme\",\"path\",\"query\",\"fragment\"]}~n", [erlang:system_info(otp_release)]),
    loop().

loop() ->
    case io:get_line("") of
        eof -> ok;
        Line ->
            {match, [Id, Hex]} = re:run(Line, "\"id\":([0-9]+),\"hex\":\"([0-9a-f]*)\"", [{capture, all_but_first, binary}]),
            io:format("{\"id\":~s,\"valid\":~s}~n", [Id, answer(binary:decode_hex(Hex))]),
            loop()
    end.

answer(Text) ->
    case catch uri_string:parse(Text) of
        Parts when is_map(Parts) ->
            End = byte_size(Text),
            {F, E1} = part("fragment", fragment, Parts, End),
            {Q, E2} = part("query", query, Parts, E1),
            Path = maps:get(path, Parts),
            Scheme = case Parts of #{scheme := S} -> place("scheme", 0, byte_size(S)); _ -> "" end,
            ["true", Scheme, place("path", E2 - byte_size(Path), E2), Q, F];
        _ -> "false"
    end.

part(Name, Key, Parts, End) ->
    case Parts of
        #{Key := Value} -> {place(Name, End - byte_size(Value), End), End - byte_size(Value) - 1};
        _ -> {"", End}
    end.

place(Name, Start, End) -> io_lib:format(",\"~s\":[~b,~b]", [Name, Start, End]).
